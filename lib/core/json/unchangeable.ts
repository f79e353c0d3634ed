// Proxy handler that refuses every change.

/** Changes throw the error of a frozen object. */
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
