/** How many of a dish the cart must hold: at least what the server confirmed, at most what the phone asked for. */
export class Tally {
  least = 0
  most = 0
  /** A phone that has left waits for no confirmation. */
  hasLeft = false

  /** Another cart begins: earlier requests don't count in it. */
  clear(): void {
    this.least = 0
    this.most = 0
    this.hasLeft = false
  }

  /** The phone left, and its dishes went with it; requests without a confirmation may still be done. */
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
