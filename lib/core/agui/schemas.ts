// Until the panel imports schemas plainly.
import { enforce } from '@/lib/core/agui/enforce';

export { enforceInSteps } from '@/lib/core/agui/enforce';
export const enforceBySchema = enforce;
