export function startEngine(code: BufferSource): Promise<(message: string) => string>;
