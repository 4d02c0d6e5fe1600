import { create } from 'zustand'

/* Whether the sheet of calls is open. On its own, so that what opens it does not load its code. */

export const useCallSheet = create(() => ({ isOpen: false }))
export const setCallsOpen = (isOpen: boolean) => useCallSheet.setState({ isOpen })
export const openCalls = () => setCallsOpen(true)
