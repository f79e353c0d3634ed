import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startReport } from './panel/report-page';

export default defineUnlistedScript(() => startReport());
