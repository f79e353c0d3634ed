// Length-prefixed protobuf: `[u32 big-endian length][message]`, repeated.
import { CLIENT_FRAME_MAX, PROTO_OVERFLOW, PROTO_TYPE, protoCutText } from '@/lib/core/agui/client-limits';
import { CUT, FRAME_MAX, TOO_LONG } from '@/lib/core/decode/frame-buffer';
import type { Frame, FrameReader, Framer } from '@/lib/core/decode/types';
import { toBase64 } from '@/lib/messages/base64';

function toFrame(bytes: Uint8Array, problem?: Frame['problem']): Frame {
  const data = toBase64(bytes);
  return { raw: data, binary: true, data, ...(problem !== undefined && { problem }) };
}

/** Shared, as one read may contain a million. */
const EMPTY = toFrame(new Uint8Array(0));

function createProtoReader(): FrameReader {
  const header = new Uint8Array(4);
  let headerLength = 0;
  let body: Uint8Array | undefined;
  let bodyLength = 0;
  // Bytes of an oversized frame still to be skipped.
  let skip = 0;

  const startBody = (frames: Frame[]): void => {
    const length = new DataView(header.buffer).getUint32(0);
    headerLength = 0;
    if (length > FRAME_MAX) {
      // The client has a lower limit, which it reports.
      const { code, message } = TOO_LONG;
      frames.push(toFrame(header, { code, message, clientText: PROTO_OVERFLOW }));
      skip = length;
    } else if (length === 0) {
      frames.push(EMPTY);
    } else {
      body = new Uint8Array(length);
      bodyLength = 0;
    }
  };

  /** Consumes what it can from `at`; returns the index after it. */
  const takeSome = (chunk: Uint8Array, at: number, frames: Frame[]): number => {
    if (skip > 0) {
      const skipped = Math.min(skip, chunk.length - at);
      skip -= skipped;
      return at + skipped;
    }
    if (body === undefined) {
      const taken = Math.min(4 - headerLength, chunk.length - at);
      header.set(chunk.subarray(at, at + taken), headerLength);
      headerLength += taken;
      if (headerLength === 4) startBody(frames);
      return at + taken;
    }
    const taken = Math.min(body.length - bodyLength, chunk.length - at);
    body.set(chunk.subarray(at, at + taken), bodyLength);
    bodyLength += taken;
    if (bodyLength === body.length) {
      frames.push(toFrame(body));
      body = undefined;
    }
    return at + taken;
  };

  return {
    push(chunk) {
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      const frames: Frame[] = [];
      for (let at = 0; at < bytes.length; ) at = takeSome(bytes, at, frames);
      return frames;
    },
    end() {
      const rest = body === undefined ? header.subarray(0, headerLength) : body.subarray(0, bodyLength);
      if (body === undefined && headerLength === 0) return [];
      // The client checks the declared length of a frame before its bytes arrive.
      const isOver = body !== undefined && 4 + body.length > CLIENT_FRAME_MAX;
      const trailing = body === undefined ? headerLength : 4 + bodyLength;
      const clientText = isOver ? PROTO_OVERFLOW : protoCutText(trailing);
      return [toFrame(rest, { ...CUT, clientText })];
    },
  };
}

export const proto: Framer = {
  name: 'proto',
  confidence({ contentType, start }) {
    if (contentType?.startsWith(PROTO_TYPE)) return 1;
    // A length below 16 MiB begins with a zero byte; text never does.
    return start.length >= 4 && start.charCodeAt(0) === 0 && !contentType?.startsWith('text/') ? 0.6 : 0;
  },
  create: createProtoReader,
  reread: (raw) => ({ raw, binary: true, data: raw }),
};
