/** Before service: the checks before opening that the server can make. */
export { beforeServiceArea } from './area.ts'
