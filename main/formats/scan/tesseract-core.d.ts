/** Tesseract's C++ interface as WebAssembly gives it; the methods that are called here. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TesseractApi {
    /** @returns 0, or -1 where the model cannot be read */
    Init(path: null, language: string, mode: number): number;
    /** Reads `/input`. @returns 0, or 1 where it is no picture */
    SetImageFile(orientation: number, angle: number): number;
    FindLines(): number;
    /** Angle of the lines in radians. */
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetJSONText(): string;
    Clear(): void;
  }

  export interface TesseractModule {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
    readonly TessBaseAPI: new () => TesseractApi;
  }

  export default function create(options: {
    readonly wasmBinary: Uint8Array;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }): Promise<TesseractModule>;
}
