// The script of a report, for the command line.
import { startReport } from '@/entrypoints/panel/report-page';

startReport();
