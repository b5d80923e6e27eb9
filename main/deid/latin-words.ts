/** Latin words of records that name nobody, though they have capitals or stand where names do. Lower case. */
const WORDS =
  'the this that he she they his her their it no not yes mr mrs ms miss mx dr prof date time age sex male female left right bilateral normal abnormal history exam plan progress note notes summary report clinic hospital ward room bed tel phone fax email address admission admitted discharge discharged visit seen stable home reported states denies reports mild severe moderate chronic acute monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec letter referral weekly daily follow call please thanks thank yours sincerely regards dear colleague sir madam all team nil none chinese english blood urine neuro rehab review reviewed medication allergies diagnosis impression assessment results patient name client subject rtc cc hpi fh fhx ros pmh pe dx rx tx a/p prn qd bid tid qid hs sob nkda hb wbc plt id no dob mrn pt ot slp rn pi cra crc ae sae edc crf v1 v2 v3 lot vip pos app nf mar klinik station herr frau geb mit freundlichen grüßen entlassungsbrief war vom bis';
const ORDINARY_LATIN: ReadonlySet<string> = new Set(WORDS.split(' '));

/** Endings and words of drugs, species, regimens and diseases. */
const CLINICAL =
  /^x{3,}|mol\/l|(?:mab|nib|pril|sartan|olol|statin|cillin|mycin|triptan|azole|oxacin|prazole|dipine|formin|gliptin|emia|aemia|itis|osis|oma|uria|algia|pathy|ectomy|plasty|otomy|scopy|coccus|bacter|bacterium|idine|apine|etine)s?$|^(?:m?folfox|xelo|folfiri|tubulin|migraine|fontan|coli|aureus)/;

/** Returns whether a Latin word in lower case names no person. */
export const isOrdinaryLatin = (word: string): boolean =>
  ORDINARY_LATIN.has(word.replace(/[.,:]+$/, '')) || CLINICAL.test(word);
