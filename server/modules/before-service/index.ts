/** What must be right before the doors open, as far as a server can know it. */
export { beforeServiceArea } from './area.ts'
