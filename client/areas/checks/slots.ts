import type { ReactNode } from 'react'

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

/** State and actions of other features that the list uses; the page connects them. */
export interface FirstStepsSlots {
  sound: { isSwitchedOn: boolean; isChosen: boolean; turnOn: () => void; play: () => void }
  /** Whether the board has ever received an order; undefined until it is loaded. */
  hasOrders: boolean | undefined
  test: {
    send: () => void
    isPending: boolean
    lacksParts: boolean
    /** The id of this page's test order while it is open. */
    openId: number | null
    cancel: () => void
  }
  resuming: { resume: () => void; isPending: boolean }
  /** Stores for the restaurant whether the list is put away. */
  putAway: (isAway: boolean) => void
  /** Stores whether the restaurant has no tables. */
  setNoTables: (noTables: boolean) => void
  /** Puts the sample's dishes into the empty menu. */
  sample: { add: () => void; isPending: boolean }
  /** The form for name, language and currency. */
  nameForm: (onSaved: () => void) => ReactNode
}
