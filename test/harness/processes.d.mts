/** A process of this machine, with the process group that it is in. */
export interface Process {
  readonly pid: number;
  readonly group: number;
  readonly command: string;
}

/** Processes whose command line holds a text, us left out; on Windows none is found here. */
export function processesWith(text: string): Process[];
