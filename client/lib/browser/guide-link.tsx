import { t } from '../../ui/translation.ts'

const guideSection = (guide: 'running' | 'operating', heading: string) =>
  `/api/docs/${guide}#:~:text=${encodeURIComponent(heading)}`

/** Addresses of the guides for operators, in plain text, with a text fragment that scrolls to a heading. */
export const guidePaths = {
  https: guideSection('running', '## Serving over https'),
  lostPassword: guideSection('running', '## A lost password'),
  backups: guideSection('operating', '## Backups'),
  whatsapp: guideSection('operating', '## WhatsApp'),
} as const

export function GuideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-link touch inline-block">
      {children}
      <span className="sr-only"> {t('auth.newTab')}</span>
    </a>
  )
}
