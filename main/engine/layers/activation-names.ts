/** Names of activations in Hugging Face's config.json, apart from what computes them: settings are read without the tensor library. */

/** `gelu` is exact, the next three are its tanh form, which differ in rounding alone. */
export const ACTIVATIONS = ['gelu', 'gelu_new', 'gelu_fast', 'gelu_pytorch_tanh', 'relu'] as const;
export type Activation = (typeof ACTIVATIONS)[number];
