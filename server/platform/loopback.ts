/** Whether a host name or address, as in a URL or without brackets, is that of this machine's loopback network. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
