/** The people who order, as the owner knows them. */
export { customersKey } from './customers.ts'
export { CustomersTab } from './customers-tab.tsx'
