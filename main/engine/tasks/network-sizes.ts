/** Sizes and parts of a network as settings say them, for its configuration. */
import type { NetworkSettings } from '../../../shared/domain/network-settings.ts';

/**
 * What the settings say that is not 0: as in the paper. A network ignores what it does not have. StaResGRU-CNN's dense
 * mapping is as wide as its recurrent layers.
 */
export function sizesOf(
  settings: NetworkSettings & { readonly network: string },
): Readonly<Record<string, unknown>> {
  const { network, hiddenSize, filters, layers, residual, concatenation } = settings;
  const isStaresgru = network.startsWith('staresgru-cnn');
  return {
    ...(hiddenSize > 0 ? { hiddenSize } : {}),
    ...(filters > 0 ? { filters } : {}),
    ...(layers > 0 ? { layers } : {}),
    ...(isStaresgru ? { residual, concatenation } : {}),
    ...(isStaresgru && hiddenSize > 0 ? { dense: hiddenSize } : {}),
  };
}
