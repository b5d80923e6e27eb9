declare module '@lhncbc/ucum-lhc' {
  interface Conversion {
    readonly status: 'succeeded' | 'failed' | 'error';
    readonly toVal: number | null;
  }
  interface Utils {
    convertUnitTo(
      from: string,
      value: number,
      to: string,
      options?: { readonly molecularWeight?: number; readonly charge?: number },
    ): Conversion;
  }
  const ucum: { readonly UcumLhcUtils: { getInstance(): Utils } };
  export default ucum;
}
