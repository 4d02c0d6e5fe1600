import type { WordPairs } from '../pairs.ts'
import { formWords } from './forms.ts'
import { authWords, userCreateError, userWords } from './owner/accounts.ts'
import { backupWords } from './owner/backups.ts'
import { beforeServiceWords, firstStepsWords } from './owner/before-service.ts'
import { boardWords, laterWords } from './owner/board.ts'
import { cateringWords } from './owner/catering.ts'
import { customerWords, privacyWords } from './owner/customers.ts'
import {
  calendarWords,
  dashboardCommon,
  dashboardWords,
  draftWords,
  pictureChoiceWords,
  pictureErrors,
} from './owner/dashboard.ts'
import { dayWords } from './owner/days.ts'
import { journalWords } from './owner/journal.ts'
import { menuEditorWords, priceRuleWords } from './owner/menu.ts'
import { menuCsvWords, menuImportErrors, menuImportWords } from './owner/menu-imports.ts'
import { menuOptionsWords } from './owner/menu-options.ts'
import { billWords, payWords } from './owner/payments.ts'
import { printerWords } from './owner/printers.ts'
import { promotionEditorWords, promotionErrors } from './owner/promotions.ts'
import { reportHeadingWords, reportWords } from './owner/reports.ts'
import { reservationWords } from './owner/reservations.ts'
import { sessionErrors } from './owner/session.ts'
import { settingsWords, whatsappWords } from './owner/settings.ts'
import { tableEditorWords } from './owner/tables.ts'
import { ownerValidation } from './owner/validation.ts'

/** Sign-in and the owner’s dashboard: loaded after the guest’s pages. */
export const dashboard = {
  bills: billWords,
  ...formWords,
  userCreateError,
  common: dashboardCommon,
  validation: { ...formWords.validation, ...ownerValidation },
  errors: { ...formWords.errors, ...sessionErrors, ...menuImportErrors, ...pictureErrors, ...promotionErrors },
  auth: authWords,
  dashboard: dashboardWords,
  calendar: calendarWords,
  drafts: draftWords,
  settings: settingsWords,
  whatsapp: whatsappWords,
  privacy: privacyWords,
  backups: backupWords,
  beforeService: beforeServiceWords,
  firstSteps: firstStepsWords,
  orders: boardWords,
  later: laterWords,
  customers: customerWords,
  catering: cateringWords,
  menuImports: menuImportWords,
  reportHeadings: reportHeadingWords,
  menuCsv: menuCsvWords,
  menuEditor: menuEditorWords,
  menuOptions: menuOptionsWords,
  priceRules: priceRuleWords,
  tables: tableEditorWords,
  reservations: reservationWords,
  pictureChoice: pictureChoiceWords,
  payments: payWords,
  printers: printerWords,
  promotionEditor: promotionEditorWords,
  reports: reportWords,
  days: dayWords,
  journal: journalWords,
  users: userWords,
} as const satisfies WordPairs
