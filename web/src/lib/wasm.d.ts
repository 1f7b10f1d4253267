export interface WasmEngine {
  handle(message: string): string;
  missingNets(message: string): string[];
  addNet(name: string, net: Uint8Array): void;
}
export function startEngine(code: BufferSource): Promise<WasmEngine>;
