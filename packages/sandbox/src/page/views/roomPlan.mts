import { html, type Html } from '../html.mts';
import { PLAN_DAYS, type PlanCell, type PlanRow } from '../model/roomPlan.mts';
import { counted, dayOfMonth, dayText, isWeekend, weekdayText } from '../words.mts';
import { addressOf, type PageView } from './pageView.mts';

const STATUS_WORDS: Record<string, string> = {
	New: 'booked',
	CheckedIn: 'in house',
	CheckedOut: 'left',
	Unconfirmed: 'not confirmed',
};

/** The rooms and who has them, for the coming days. */
export function roomPlanSection({ property, plan, booking }: PageView): Html {
	const { firstDay, groups, sold, rooms } = plan;
	const days = Array.from({ length: PLAN_DAYS }, (_, index) => firstDay + index);
	const row = (planRow: PlanRow) =>
		html`<tr>
			<th scope="row" class="${planRow.room === null ? 'none' : ''}">${planRow.room ?? 'No room yet'}</th>
			${planRow.cells.map((cell) => planCell(property.id, cell, booking?.number))}
		</tr>`;
	return html`<section id="rooms" aria-labelledby="rooms-title">
		<header>
			<h2 id="rooms-title">Room plan</h2>
			<p class="legend">
				<span class="key New">booked</span> <span class="key CheckedIn">in house</span>
				<span class="key Unconfirmed">not confirmed</span>
				<span class="key New provisional">room provisional</span>
				<span class="key closed">closed</span>
			</p>
		</header>
		<div class="panel scroll plan" role="region" tabindex="0" aria-label="Rooms by day">
			<table>
				<thead>
					<tr>
						<th scope="col">Room</th>
						${days.map(
							(day) =>
								html`<th scope="col" class="${isWeekend(day) ? 'weekend' : ''}">
									<span>${weekdayText(day)}</span> ${dayOfMonth(day)}
								</th>`,
						)}
					</tr>
					<tr class="sold">
						<th scope="row">Sold</th>
						${sold.map((count) => html`<td>${Math.round((count / rooms) * 100)}&nbsp;%</td>`)}
					</tr>
				</thead>
				${groups.map(
					({ roomType, rows }) =>
						html`<tbody>
							<tr class="type">
								<th scope="rowgroup" colspan="${PLAN_DAYS + 1}"><span>${roomType}</span></th>
							</tr>
							${rows.map(row)}
						</tbody>`,
				)}
			</table>
		</div>
	</section>`;
}

function planCell(propertyId: string, cell: PlanCell, opened: string | undefined): Html {
	if (cell.kind !== 'stay') {
		return cell.kind === 'closed'
			? html`<td class="closed"><span class="unseen">closed</span></td>`
			: html`<td class="${isWeekend(cell.day) ? 'weekend' : ''}"></td>`;
	}
	const { pmsRoomStayId, bookingNumber, lastName, guest, status, fromDay, untilDay, nights, before, after } =
		cell;
	const provisional = cell.isProvisional ? ', room provisional' : '';
	const words = `${guest}, ${dayText(fromDay)} to ${dayText(untilDay)}, ${STATUS_WORDS[status] ?? status}${provisional}`;
	const shape = `${cell.isProvisional ? ' provisional' : ''}${before ? ' before' : ''}${after ? ' after' : ''}${bookingNumber === opened ? ' opened' : ''}`;
	return html`<td colspan="${nights}">
		<a
			id="bar-${pmsRoomStayId}"
			class="bar ${status}${shape}"
			href="${addressOf(propertyId, bookingNumber)}#booking"
			title="${words}, ${counted(untilDay - fromDay, 'night')}"
			aria-label="${words}"
			><bdi>${lastName}</bdi></a
		>
	</td>`;
}
