/** Bounds of a phone's quantity in the cart: at least what the server confirmed, at most what the phone asked for. */
export class Tally {
  least = 0
  most = 0
  /** A phone that has left waits for no confirmation. */
  hasLeft = false

  /** A new cart begins, to which earlier requests do not belong. */
  clear(): void {
    this.least = 0
    this.most = 0
    this.hasLeft = false
  }

  /** The phone left and took its dishes along. The server may still do requests that it has not confirmed. */
  takenAway(): void {
    this.most -= this.least
    this.least = 0
    this.hasLeft = true
  }

  said(count = 1): void {
    this.most += count
  }

  confirmed(count: number): void {
    this.least += count
  }

  refused(count: number): void {
    this.most -= count
  }
}
