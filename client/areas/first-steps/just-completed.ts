import { create } from 'zustand'

/** Whether the list was completed on this page: it then stays until somebody closes it. */
export const useJustCompleted = create<{ isShown: boolean }>(() => ({ isShown: false }))
