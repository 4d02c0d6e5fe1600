import { expect, it } from 'vitest'
import { html } from './html.ts'

it('values are texts, in elements and attributes; only markup is markup', () => {
  const name = `<b>"Ana" & 'Ion'</b>`
  expect(html`<p title="${name}">${name}${[html`<br>`, 2]}${false}${null}${undefined}${0}</p>`.text).toBe(
    '<p title="&lt;b&gt;&quot;Ana&quot; &amp; &#39;Ion&#39;&lt;/b&gt;">' +
      '&lt;b&gt;&quot;Ana&quot; &amp; &#39;Ion&#39;&lt;/b&gt;<br>20</p>',
  )
})
