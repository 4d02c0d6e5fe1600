import type * as en from '../../en/owner/drafts.ts'

export const draftWords: typeof en.draftWords = {
  restored: 'Ce ați scris aici mai devreme este din nou în formular, încă nesalvat.',
  beginAnew: 'Luați-o de la capăt',
  leaveTitle: 'Ieșiți fără să salvați?',
  leaveDescription: 'Ce ați scris nu poate fi păstrat aici și s-ar pierde.',
  leave: 'Ieșiți',
  stay: 'Rămâneți',
}
