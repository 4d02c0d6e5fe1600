import { useTranslation } from 'react-i18next'

/** A link to a section of the guide for operators (paths.ts), in a new tab. */
export function GuideLink({ href, children }: { href: string; children: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="touch inline-block font-semibold text-ink underline decoration-edge underline-offset-3"
    >
      {children}
      <span className="sr-only"> {t('auth.newTab')}</span>
    </a>
  )
}
