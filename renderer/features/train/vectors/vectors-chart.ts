/** The parts of ECharts that the picture of words needs. */
import { ScatterChart } from 'echarts/charts';
import { BrushComponent, DataZoomInsideComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

use([
  ScatterChart,
  GridComponent,
  DataZoomInsideComponent,
  BrushComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
]);

export { type ECharts, init };
