import { create } from 'zustand'

/** The dish that is chosen among the dishes to make, whose quantities are ringed on all cards. */
export const useChosenDish = create<{ key: string | undefined }>(() => ({ key: undefined }))

export function chooseDish(key: string | undefined): void {
  useChosenDish.setState({ key })
}
