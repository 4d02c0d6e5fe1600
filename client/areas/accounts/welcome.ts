import { stored } from '../../lib/browser/storage.ts'
import { toast } from '../../ui/index.ts'

interface Welcome {
  title: string
  description?: string
}

/** What was said on the sign-in page, for the menu, which is another page and says it again. */
export const welcomeOnMenu = stored<Welcome>('welcome', 1, (value) => value as Welcome, 'tab')

export function repeatWelcome(): void {
  const welcome = welcomeOnMenu.read()
  welcomeOnMenu.clear()
  if (welcome) toast(welcome)
}
