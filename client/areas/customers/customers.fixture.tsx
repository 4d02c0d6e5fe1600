import { vi } from 'vitest'
import { type Customer, listCustomers } from '#shared/contracts/customers.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import CustomersTab from './customers-tab.tsx'

/** A customer for tests, with the given fields changed. */
export const sampleCustomer = (fields: Partial<Customer> = {}): Customer => ({
  id: 1,
  name: 'Ana Pop',
  phoneNumber: '40712345678',
  otherNumbers: [],
  email: 'ana@example.com',
  notes: 'La geam',
  tags: [],
  preferences: {},
  orderCount: 4,
  totalSpent: 22_800,
  averageOrderValue: 5700,
  visitFrequency: 2.5,
  firstOrder: '2026-10-20T17:42:00.000Z',
  lastOrder: '2026-11-20T17:42:00.000Z',
  lastVisit: '2026-11-20T17:42:00.000Z',
  loyaltyTier: 'bronze',
  segment: 'loyal',
  ...fields,
})
export const ANA = sampleCustomer()
export const DAN = sampleCustomer({
  id: 2,
  name: 'Dan Pop',
  phoneNumber: '40723456789',
  email: 'dan@example.com',
  notes: 'Fără nuci',
  orderCount: 6,
  totalSpent: 40_000,
  loyaltyTier: 'silver',
  segment: 'vip',
})
const NEVER = sampleCustomer({
  id: 3,
  name: '',
  email: null,
  notes: null,
  orderCount: 0,
  totalSpent: 0,
  averageOrderValue: 0,
  firstOrder: null,
  lastOrder: null,
  lastVisit: null,
  segment: null,
})

/** Sets whether the page is rendered for a wide screen. */
export const isWide = (wide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }))

/** Opens the tab with these customers in its table. */
export async function openCustomers(customers = [ANA, DAN, NEVER]) {
  fakeApi.answers(listCustomers, customers)
  const view = render(<CustomersTab />)
  await screen.findByRole('table')
  return view
}
