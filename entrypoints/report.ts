// The panel in an ordinary page: a report, or the viewer.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startPage } from './panel/start-page';

export default defineUnlistedScript(() => startPage());
