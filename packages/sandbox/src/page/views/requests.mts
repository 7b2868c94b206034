import { html, type Html } from '../html.mts';
import type { RequestLine } from '../model/requests.mts';
import type { FaultSwitch } from '../model/switches.mts';
import type { ScopeUsage } from '../../http/limits/limiter.mts';
import { WINDOWS } from '../../http/limits/table.mts';
import { clockTime, machineZone } from '../words.mts';
import { eventsPanel } from './events.mts';
import { switchButton } from './forms.mts';
import type { PageView } from './pageView.mts';

const REFUSED_FROM = 400;

/** The requests to the API, what is left of its limits, and the faults that can be injected. */
export function requestsSection({ requests, switches, property, liveSeconds, events }: PageView): Html {
	const { lines, total, refused, usage, limitsOn } = requests;
	return html`<section id="api" aria-labelledby="api-title">
		<header>
			<h2 id="api-title">API</h2>
			<p>${total} requests since the start, ${refused} of them refused by the rate limits.</p>
		</header>
		<div class="split">
			<div class="panel">
				<h3>Requests <small>the latest first, at the time of this machine</small></h3>
				${lines.length === 0
					? html`<p class="empty">None yet.</p>`
					: html`<div class="scroll tall" role="region" tabindex="0" aria-label="Latest requests">
							<table class="list log">
								<thead>
									<tr>
										<th scope="col">Time, ${machineZone(Date.now())}</th>
										<th scope="col">Request</th>
										<th scope="col">Scope</th>
										<th scope="col">Left</th>
										<th scope="col">Answer</th>
									</tr>
								</thead>
								<tbody>
									${lines.map(requestRow)}
								</tbody>
							</table>
						</div>`}
			</div>
			<div>
				<div class="panel">
					<h3>Guests</h3>
					${switchButton(
						'switch-live',
						'live',
						{ property: property.id },
						liveSeconds > 0,
						'Invented guests',
					)}
					<p class="effect">
						${liveSeconds > 0 ? 'On' : 'Off'}: every ${liveSeconds || 30} seconds one of them books, changes
						or cancels, in any hotel.
					</p>
				</div>
				${eventsPanel(property.id, events)}
				<div class="panel">
					<h3>Faults</h3>
					<ul class="switches">
						${switches.map((one) => faultItem(property.id, one))}
					</ul>
				</div>
				<div class="panel">
					<h3>Limits <small>${limitsOn ? 'what is left' : 'switched off'}</small></h3>
					${usage.length === 0
						? html`<p class="empty">No request in the last hour.</p>`
						: html`<table class="list limits">
								<thead>
									<tr>
										<th scope="col">Scope</th>
										${WINDOWS.map((window) => html`<th scope="col">${window}</th>`)}
									</tr>
								</thead>
								<tbody>
									${usage.map(usageRow)}
								</tbody>
							</table>`}
				</div>
			</div>
		</div>
	</section>`;
}

function requestRow({ at, method, path, scope, remaining, status, refused, durationMs }: RequestLine): Html {
	const kind = refused ? 'refused' : status >= REFUSED_FROM || status === 0 ? 'failed' : 'fine';
	const response = refused ? `${status} limit` : status === 0 ? 'none' : String(status);
	return html`<tr class="${kind}">
		<td>${clockTime(at)}</td>
		<td class="path"><strong>${method}</strong> ${path}</td>
		<td>${scope}</td>
		<td class="left" title="left in the second, the minute and the hour">
			${WINDOWS.map((window) => remaining[window]).join(' / ')}
		</td>
		<td><span class="badge ${kind}">${response}</span> <small>${durationMs} ms</small></td>
	</tr>`;
}

function faultItem(propertyId: string, { name, label, effect, on, hits }: FaultSwitch): Html {
	return html`<li>
		${switchButton(`switch-${name}`, 'fault', { property: propertyId, name }, on, label)}
		<p class="effect">${effect}${on && html` <strong>${hits} so far.</strong>`}</p>
	</li>`;
}

function usageRow({ scope, caller, limits, remaining }: ScopeUsage): Html {
	return html`<tr>
		<th scope="row">${scope} <small>${caller.replace(/^\w+ /, '')}</small></th>
		${WINDOWS.map((window) => {
			const short = remaining[window] === 0 ? 'short' : '';
			return html`<td class="${short}">${remaining[window]} <small>of ${limits[window]}</small></td>`;
		})}
	</tr>`;
}
