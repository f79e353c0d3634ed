// The checksums of gzip, ZIP and zlib.

const TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of bytes that follow on others; `before` is that of those. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** So many bytes are added up before the sums are made small again: they stay whole numbers. */
const ADDED = 4096;

/** Adler-32 of bytes that follow on others; `before` is that of those. */
export function adler32(bytes: Uint8Array, before = 1): number {
  let low = before & 0xffff;
  let high = before >>> 16;
  for (let at = 0; at < bytes.length; at += ADDED) {
    for (const byte of bytes.subarray(at, at + ADDED)) {
      low += byte;
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return ((high << 16) | low) >>> 0;
}
