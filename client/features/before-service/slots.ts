/** What the screen shows and does of other areas; the page connects them. */
export interface BeforeServiceSlots {
  sound: { isOn: boolean; turnOn: () => void; play: () => void }
  screen: { state: 'asking' | 'kept' | 'unsupported' | 'refused'; isSettled: boolean; settle: () => void }
  printer: {
    /** Whether the device has one of its own. */
    ready: boolean
    queueLength: number
    test: { state: 'untried' | 'trying' | 'tried' | 'blocked' | 'failed'; tryIt: () => void }
  }
  /** Whether new orders come onto the board by themselves. */
  isLive: boolean
  resuming: { resume: () => void; isPending: boolean }
  onOpenWhatsapp: () => void
}
