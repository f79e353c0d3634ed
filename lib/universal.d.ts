// The few universal APIs that the pure folders may use although ECMAScript does not define them.
// Everything else of the web or of Node does not compile there; that is the point.

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare function atob(data: string): string;
declare function btoa(data: string): string;
