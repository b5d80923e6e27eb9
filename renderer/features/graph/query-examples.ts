/** Queries to begin with; `words.ts` has their titles. */
export const QUERY_EXAMPLES = {
  symptom: `SELECT ?disease {
  ?disease r:HasSymptom ?s .
  ?s rdfs:label "咯血"
}`,
  noSymptom: `SELECT ?disease {
  ?disease a t:disease
  FILTER NOT EXISTS { ?disease r:HasSymptom ?s }
}`,
  synonyms: `SELECT ?name {
  ?disease rdfs:label "肺结核" ; skos:altLabel ?name
}`,
  code: `SELECT ?disease ?code {
  ?disease f:icd10 ?code
  FILTER(STRSTARTS(?code, "J18"))
}`,
  narrower: `SELECT ?disease {
  ?disease r:IsA+ ?b .
  ?b rdfs:label "肺炎"
}`,
  most: `SELECT ?disease (COUNT(?s) AS ?symptoms) {
  ?disease a t:disease ; r:HasSymptom ?s
}
GROUP BY ?disease ORDER BY DESC(?symptoms) LIMIT 10`,
  shared: `SELECT ?disease (COUNT(?s) AS ?shared) {
  ?a rdfs:label "肺炎" ; r:HasSymptom ?s .
  ?disease r:HasSymptom ?s
  FILTER(?disease != ?a)
}
GROUP BY ?disease ORDER BY DESC(?shared)`,
  both: `SELECT ?disease {
  ?disease r:HasSymptom ?a , ?b .
  ?a rdfs:label "发热" .
  ?b rdfs:label "胸痛"
}`,
  everything: `SELECT ?relation ?value {
  ?disease rdfs:label "肺结核" ; ?relation ?value
}`,
  treats: `ASK {
  ?disease rdfs:label "肺结核" ; r:TreatedByDrug ?x .
  ?x rdfs:label "异烟肼"
}`,
} as const;
export type QueryExample = keyof typeof QUERY_EXAMPLES;
