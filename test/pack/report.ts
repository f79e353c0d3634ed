// The script of a report and of the viewer, for the command line.
import { startPage } from '@/entrypoints/panel/start-page';

startPage();
