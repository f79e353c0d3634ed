// The few universal APIs beyond ECMAScript that the pure folders may use. Any other web or Node API does not compile
// there, on purpose.

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
}

declare function atob(data: string): string;
declare function btoa(data: string): string;
