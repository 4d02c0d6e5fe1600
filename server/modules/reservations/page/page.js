/* Spares reloads on the pages of reservations, and keeps a ticket on the phone. They work without it. */
;(() => {
  const byId = (id) => document.getElementById(id)
  const find = (selector) => document.querySelector(selector)
  const { dataset } = document.body
  let [seen, turns, queued, clicked, timer] = [byId('page').outerHTML, 0]
  // What was typed meanwhile stays, as does the focus.
  function show(text) {
    const page = new DOMParser().parseFromString(text, 'text/html')
    const next = page.getElementById('page')
    Object.assign(dataset, { at: '' }, page.body.dataset)
    if (next.outerHTML === seen && byId('lost').hidden) return
    seen = next.outerHTML
    for (const field of next.querySelectorAll('.field [name]')) if (byId(field.id)) field.value = byId(field.id).value
    const { id, name, value } = document.activeElement
    byId('page').replaceWith(next)
    document.title = page.title
    document.documentElement.lang = page.documentElement.lang
    ;(find('[autofocus]') || byId(id) || find(`[name="${name}"][value="${value}"]`) || document.body).focus()
    byId('said').textContent = dataset.said
  }
  function load(url, body, isPressed) {
    const signal = AbortSignal.timeout ? AbortSignal.timeout(15000) : undefined
    const turn = ++turns // The newest wins.
    dataset.busy = isPressed || ''
    void fetch(url, { cache: 'no-store', signal, method: body ? 'POST' : 'GET', body })
      .then((response) => (response.redirected ? location.assign(response.url) : response.text()))
      .then((text) => text && turn === turns && show(text))
      .catch(() => isPressed && byId('lost').removeAttribute('hidden'))
      .then(() => turn === turns && start())
  }
  function send(form, { name, value }) {
    queued = dataset.busy && name === 'show' && `[name=show][value="${value}"]`
    if (dataset.busy) return
    const body = new URLSearchParams(new FormData(form))
    if (name) body.append(name, value)
    load(form.action, body, value !== 'again')
  }
  const ask = () => (byId('form') ? send(byId('form'), { name: 'show', value: 'again' }) : load(location.href))
  const again = () => dataset.busy || document.hidden || ask()
  /** Keeps token and time until then, so that the phone finds the ticket again. */
  function start() {
    const next = queued && find(queued)
    dataset.busy = queued = ''
    if (next) return next.click()
    clearTimeout(timer)
    if (dataset.again) timer = setTimeout(again, dataset.again)
    const { token, at } = dataset
    const isOther = sessionStorage['masa.not-kept'] === token || /"tableId":\d/.test(sessionStorage['masa.table'])
    const before = JSON.parse(localStorage['masa.reservations'] || '{"value":[]}').value
    const value = before.filter((one) => one.token !== token && new Date(one.at) > new Date())
    if (at && !isOther) value.push({ token, at })
    if (token) localStorage['masa.reservations'] = JSON.stringify({ version: 1, value })
    if (byId('kept')) byId('kept').hidden = !at || isOther
  }
  /** By the phone's sheet, else copied, also over plain http; else by a message. */
  function share(event, { dataset: { text } }) {
    const url = location.origin + location.pathname
    const area = Object.assign(document.body.appendChild(document.createElement('textarea')), { value: url })
    area.select()
    const isDone = navigator.share ? navigator.share({ text, url }).catch(() => {}) : document.execCommand('copy')
    area.remove()
    if (isDone) event.preventDefault()
    byId('copied').hidden = !isDone || !!navigator.share
  }
  addEventListener('submit', (event) => {
    if (event.target.id === 'form') send(event.target, event.submitter || clicked || {}, event.preventDefault())
  })
  addEventListener('change', ({ target }) => target.name === 'at' && byId('send').replaceChildren(target.dataset.label))
  addEventListener('click', (event) => {
    clicked = event.target.closest('button, a')
    const { id, lang } = clicked || {}
    if (id === 'share') share(event, clicked)
    if (id === 'forget') start(sessionStorage.setItem('masa.not-kept', dataset.token))
    if (lang) localStorage['masa.language'] = lang
  })
  document.addEventListener('visibilitychange', again)
  addEventListener('pageshow', ({ persisted }) => persisted && again())
  start()
})()
