package match

import "strings"

// lexicon is what is known of English words, whatever the skills are.
type lexicon struct {
	stop  map[string]bool     // words that say nothing about a task
	weak  map[string]bool     // stems that any task may contain
	alike map[string][]string // stems that stand for the same thing
}

func newLexicon() *lexicon {
	l := &lexicon{stop: map[string]bool{}, weak: map[string]bool{}, alike: map[string][]string{}}
	for w := range strings.FieldsSeq(stopWords) {
		l.stop[w] = true
	}
	for w := range strings.FieldsSeq(weakWords) {
		l.weak[stem(w)] = true
	}
	for line := range strings.Lines(alikeWords) {
		group := strings.Fields(line)
		for i := range group {
			group[i] = stem(group[i])
		}
		for i, w := range group {
			l.alike[w] = append(append(l.alike[w], group[:i]...), group[i+1:]...)
		}
	}
	return l
}

const stopWords = `0 1 2 3 4 5 6 7 8 9 a about after again all also always am an and any anybody anyone anything are aren as ask asked asks asking at be because been
before being both but by came can cannot cant come could couldn d did didn do does doesn doing don done dont each either else etc ever every everything few for from
get gets getting give gives go going goes gone good got had has hasn have haven having he hello help helps her here hey hi him his how i if in into is isn it its
just keep keeps kind know knows let lets like ll lot m made make makes making may maybe me might mine more most much must my myself need needed needs never nice no nobody not nothing now of off
ok okay on once one only onto or other our ours out over own per please put quite rather re really s same say says see shall she should so some
somebody someone something sometimes somewhere soon still such sure t take taken takes thank thanks that the their them then there these they thing things this those through to
too try trying up upon us use used user users uses using ve very via want wanted wants was wasn way we well were what whatever when whenever where whether which
while who whole whom whose why will wish with within without won would yes yet you your yours skill skills agent`

// weakWords are what people do with any thing, and the most common words of
// English that are no stop words.
const weakWords = `add analyze analyse apply ask build change check complete create day do draft edit end explain file files find fix follow
generate handle help improve issue keep list long manage new old open part plan prepare problem project read report review right run set
show small start stop support tell test text time today tool turn understand update work write wrong year

back bad begin believe best better big bring call case child clear close country different door early eye face fact far feel first friend full
game great group guy half hand happen happy hard head hear high hold home hour house important kind large last late lead learn leave left
less life line listen little live look lose love main man mean meet minute moment money month morning move name near night number
often order pay people person place play point possible put question quick quickly ready real reason remember
repeat room second see send short side simple sit small sound speak stand state stay step story sure talk team
think thought tomorrow tonight trouble true two three four five us view wait walk want watch water way week win woman word world yesterday young`

// alikeWords has a group of words a line. A word may stand in several.
const alikeWords = `k8s kubernetes cluster
js javascript node
ts typescript
py python
golang go
postgres postgresql psql
mongo mongodb
db database
repo repository codebase
pr pull
config configuration settings
auth authentication login signin
docs documentation
app application
cv resume
xls xlsx excel spreadsheet workbook
ppt pptx powerpoint slides deck presentation slideshow
doc docx word
mail email
picture photo image
postmortem outage incident
invoice bill billing
cert certificate
a11y accessibility
i18n internationalization localization translatable
perf performance
slow slowness latency performance
vuln vulnerability cve
password credential secret
infra infrastructure
clip video movie film
trip travel journey itinerary holiday vacation
tldr summary summarize condense
transcript transcribe recording
ram memory oom heap
crash exception
cost price expensive bill
delete remove
fix repair
broken broke fail
chart diagram graph plot
employee staff colleague
customer client
aws amazon
gcp google
lawyer legal
contract agreement
ui interface frontend
page site website
hacked compromised breach
ticket issue
search query
kid child baby
cook recipe meal dinner
tax taxes
phone mobile
speech talk
text copy
applicant candidate
opening job position
hire recruit
supplier vendor
tests testing suite
journalist press
buyer customer
dashboard panel
alert page pager
flaky random
unused dead
refactor restructure
dependency library package
bump upgrade
docker container
bash shell
secret token key
privacy gdpr
ebook epub
website webpage
undo revert recover restore rescue
scam phishing fraud
cancel churn
salary wage payroll
landlord tenant rent lease
bug defect fault error
speed faster fast
hang freeze stuck
offline internet connection
money spending budget
stock inventory warehouse
confidentiality nda disclosure
headline title
centre center
licence license
catalogue catalog
dialog dialogue
unread mailbox inbox
spec requirement specification
`
