/** How many of a dish there must be: those confirmed at least, those said at most. */
export class Tally {
  least = 0
  most = 0
  /** Whoever leaves waits for no confirmation. */
  hasLeft = false

  /** Another cart: nothing said before has a place in it. */
  clear(): void {
    this.least = 0
    this.most = 0
    this.hasLeft = false
  }

  /** All of it was taken away; what is said and not confirmed may still be done. */
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
