/** The parts of ECharts that the neighbourhood picture needs. */
import { GraphChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([GraphChart, TooltipComponent, CanvasRenderer]);

export { init };
