// The part of a proxy's handler that refuses every change.

/** A handler through which nothing is changed: whoever tries gets the error that a frozen object gives. */
export abstract class Unchangeable {
  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }
}
