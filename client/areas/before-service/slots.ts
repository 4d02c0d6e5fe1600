/** State and actions of other features that the screen uses; the page connects them. */
export interface BeforeServiceSlots {
  sound: { isOn: boolean; turnOn: () => void; play: () => void }
  screen: {
    state: 'requesting' | 'awake' | 'unsupported' | 'refused'
    isAdviceRead: boolean
    dismissAdvice: () => void
  }
  printer: {
    /** Whether the device has a printer of its own. */
    ready: boolean
    queueLength: number
    test: { state: 'untried' | 'trying' | 'tried' | 'blocked' | 'failed'; print: () => void }
  }
  /** Whether new orders appear on the board by themselves. */
  isLive: boolean
  resuming: { resume: () => void; isPending: boolean }
  backingUp: { start: () => void; isPending: boolean }
  onOpenWhatsapp: () => void
  /** Stores that the restaurant has no tables. */
  onNoTables: () => void
  /** Shows the list of first steps again. */
  onShowFirstSteps: () => void
}
