// The checksums of gzip, ZIP and zlib.

/** What a byte does to a sum. */
const T0 = Int32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The same for a byte that one more follows on. */
const followed = (table: Int32Array): Int32Array =>
  table.map((value) => (T0[value & 255] ?? 0) ^ (value >>> 8));

const T1 = followed(T0);
const T2 = followed(T1);
const T3 = followed(T2);

/** CRC-32 of bytes that follow on others; `before` is that of those. Four bytes at once: files may be large. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  for (const whole = bytes.length - 3; at < whole; at += 4) {
    crc ^=
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    crc =
      (T3[crc & 255] ?? 0) ^
      (T2[(crc >>> 8) & 255] ?? 0) ^
      (T1[(crc >>> 16) & 255] ?? 0) ^
      (T0[crc >>> 24] ?? 0);
  }
  for (; at < bytes.length; at++) crc = (T0[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
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
