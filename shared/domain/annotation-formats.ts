/** Annotation formats with their names in menus. When several formats fit a file, the first wins. */
export const ANNOTATION_FORMATS = {
  /** JSON lines that hold everything. */
  meridian: { en: 'Meridian JSONL (everything)', zh: 'Meridian JSONL（全部内容）' },
  cmeee: { en: 'CBLUE CMeEE JSON', zh: 'CBLUE CMeEE JSON' },
  /** Triples. */
  cmeie: { en: 'CBLUE CMeIE JSON lines', zh: 'CBLUE CMeIE JSON 行' },
  ccks: { en: 'CCKS / Yidu JSON lines', zh: 'CCKS / Yidu JSON 行' },
  /** BIO or BIOES columns. */
  conll: { en: 'CoNLL (BIO)', zh: 'CoNLL（BIO）' },
  /** Standoff: .txt and .ann, as a folder or a zip. */
  brat: { en: 'brat standoff', zh: 'brat 标注' },
  webanno: { en: 'WebAnno TSV 3', zh: 'WebAnno TSV 3' },
  doccano: { en: 'doccano JSONL', zh: 'doccano JSONL' },
  'label-studio': { en: 'Label Studio JSON', zh: 'Label Studio JSON' },
  /** UIMA CAS. */
  xmi: { en: 'UIMA XMI', zh: 'UIMA XMI' },
  /** Condition and Observation with Provenance. */
  fhir: { en: 'FHIR', zh: 'FHIR' },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly zh: string }>>;
