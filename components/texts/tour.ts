export const tour = {
  title: 'Tour',
  position: (number: number, count: number) => `${number} of ${count}`,
  next: 'Next step',
  skip: 'Skip the tour',
  done: 'Done',
  steps: {
    events: {
      title: 'Events',
      text: 'Every event of the page, in order. Choose one: the views show the app at that moment.',
    },
    views: {
      title: 'Views',
      text: 'Messages, state, tool calls, runs and findings at the chosen event. Live returns to the newest.',
    },
    timeline: {
      title: 'Timeline',
      text: 'Drag over it to limit the list to a range. Marks are findings.',
    },
    export: {
      title: 'Export',
      text: 'Share a report, save a recording or write a test. Press ? for all keys.',
    },
  },
} as const;
