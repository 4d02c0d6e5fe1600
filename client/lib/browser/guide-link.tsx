import { t } from '../../ui/translation.ts'

const guide = '/api/docs/running'
const guideSection = (heading: string) => `${guide}#:~:text=${encodeURIComponent(heading)}`

/** Addresses of the guide for operators, in plain text, with a text fragment that scrolls to a heading. */
export const guidePaths = {
  https: guideSection('## Serving over https'),
  lostPassword: guideSection('## A lost password'),
  backups: guideSection('## Backups'),
  whatsapp: guideSection('## WhatsApp'),
} as const

export function GuideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-link touch inline-block">
      {children}
      <span className="sr-only"> {t('auth.newTab')}</span>
    </a>
  )
}
