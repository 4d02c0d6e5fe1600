import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import * as api from '#shared/contracts/catering.ts'
import type { EventStatus } from '#shared/domain/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import { list } from '../../kit/changes.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/query.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { t } from '../../ui/index.ts'

export const eventsKey = areaKey('events')

/** The events that match a search, all for an empty one; newest first, fetched page by page. */
export function useEvents(searchText: string) {
  return useInfiniteQuery({
    queryKey: [...eventsKey, searchText],
    queryFn: ({ pageParam, signal }) =>
      callApi(api.listEvents, { query: { before: pageParam, q: searchText || undefined }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < api.EVENTS_PER_PAGE ? undefined : String(page.at(-1)?.id)),
    // Show the previous list while another search is loading.
    placeholderData: (previousData) => previousData,
    select: ({ pages }: InfiniteData<api.CateringEvent[]>) => pages.flat(),
  })
}

const events = list<api.CateringEvent>(eventsKey)

export const eventList = {
  setStatus: events.change(
    ({ id }, status: EventStatus) => sendChange(api.changeEvent, { params: { id: String(id) }, body: { status } }),
    { now: (_, status) => ({ status }), failed: 'common.notChanged' },
  ),
  remove: events.remove(api.deleteEvent, {
    done: () => t('catering.deletedEvent'),
    failed: 'common.notDeleted',
  }),
}

export const sendProposal = ({ request, key }: { request: api.EventRequest; key: string }) =>
  sendChange(api.createEvent, { body: request, headers: { 'Idempotency-Key': key } })

export const proposalAddress = ({ id }: Pick<api.CateringEvent, 'id'>, language: Language) =>
  addressOf(api.getProposal, { params: { id: String(id) }, query: { language } })

let frame: HTMLIFrameElement | undefined

/** Prints a PDF from an invisible frame. Throws if the browser cannot display PDFs, or if the address returns none. */
export async function printPdf(address: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) throw new Error('This browser cannot display PDFs')
  // Remove the previous frame only now: browsers do not report when the dialog over it is closed.
  frame?.remove()
  const newFrame = document.createElement('iframe')
  frame = newFrame
  // Invisible, but rendered: browsers do not print a frame that is not rendered.
  newFrame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0'
  newFrame.tabIndex = -1
  newFrame.setAttribute('aria-hidden', 'true')
  const loaded = new Promise((resolve) => newFrame.addEventListener('load', resolve, { once: true }))
  newFrame.src = address
  document.body.append(newFrame)
  await loaded
  // An error response is JSON, which the page can read. `print` throws for a document that the page cannot access.
  if (newFrame.contentDocument?.contentType === 'application/json') throw new Error('The response is not a PDF')
  newFrame.contentWindow?.print()
}
