// Until the panel imports schemas plainly.
export { enforce as enforceBySchema, enforceInSteps } from '@/lib/core/agui/enforce';
