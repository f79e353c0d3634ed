// Scenarios in the order of the table in README.md.
import type { Scenario } from './scenario';
import { clientScenarios } from './scenarios/ag-ui-client';
import { assistantUiScenarios } from './scenarios/assistant-ui';
import { copilotkitScenarios } from './scenarios/copilotkit';
import { copilotkitReactScenarios } from './scenarios/copilotkit-react';
import { mastraScenarios } from './scenarios/mastra';
import { libraryScenarios, nativeScenarios } from './scenarios/own';
import { tanstackScenarios } from './scenarios/tanstack';

export const scenarios: readonly Scenario[] = [
  ...clientScenarios,
  ...mastraScenarios,
  ...tanstackScenarios,
  ...copilotkitScenarios,
  ...copilotkitReactScenarios,
  ...assistantUiScenarios,
  ...nativeScenarios,
  ...libraryScenarios,
];
