// What the panel loads late is there before a test begins: most tests are about what is shown, not about when.
import { loadRest } from '@/components/app/load-rest';

await loadRest();
