import { html, type Html } from '../html.mts';
import { bookingsSection } from './bookings.mts';
import { dialogs } from './dialogs.mts';
import { guideSection } from './guide.mts';
import { head } from './head.mts';
import { messagesSection } from './messages.mts';
import { addressOf, type PageView } from './pageView.mts';
import { requestsSection } from './requests.mts';
import { roomPlanSection } from './roomPlan.mts';
import { todaySection } from './today.mts';

/** The whole page. */
export function page(view: PageView): Html {
	const { property, error, notice } = view;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${property.name} – hotel sandbox</title>
				<link rel="icon" href="/page/icon.svg" />
				<link rel="stylesheet" href="/page/style.css" />
				<script type="module" src="/page/script.js"></script>
			</head>
			<body>
				<a class="skip" href="#today">Skip to today</a>
				${head(view)}
				<main>
					<p id="notice" class="notice" role="status" tabindex="-1">${notice}</p>
					<p id="error" class="notice error" role="alert">${error}</p>
					${guideSection(view)} ${hotels(view)} ${todaySection(view)} ${messagesSection(view)}
					${roomPlanSection(view)} ${bookingsSection(view)} ${requestsSection(view)}
				</main>
				${dialogs(view)}
			</body>
		</html>`;
}

function hotels({ properties, property, propertyCount }: PageView): Html {
	const more = propertyCount - properties.length;
	return html`<nav class="hotels" aria-label="Hotels">
		${properties.map(
			({ id, name, city, occupancy }) =>
				html`<a id="hotel-${id}" href="${addressOf(id)}" ${id === property.id && html`aria-current="page"`}>
					<strong><bdi>${name}</bdi></strong>
					<span><bdi>${city}</bdi> · property ${id}</span>
					<meter min="0" max="100" value="${occupancy}" aria-label="Sold tonight"></meter>
					<span>${occupancy} % sold tonight</span>
				</a>`,
		)}
		${more > 0 &&
		html`<form class="more" method="get" action="/">
			<label>${more} more: <input name="property" inputmode="numeric" placeholder="Property ID" /></label>
			<button>Show</button>
		</form>`}
	</nav>`;
}
