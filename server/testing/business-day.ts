import { BUSINESS_DAY_START, businessDayOf } from '#shared/domain/time/business-day.ts'

/** The business day of a test's restaurant, which has the default zone and start. */
export const businessDay = (at: Date): string => businessDayOf(at, BUSINESS_DAY_START, 'Europe/Bucharest')
